import { ApiError } from './client';

/**
 * Sends a change of data that other devices may change as well. If one has done so since the data was loaded, sends the change once
 * more, for the current data. `send` throws if the change would overwrite the other one.
 */
export async function sendMerged<Data, Saved>(
  loaded: Data,
  send: (data: Data) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await send(loaded);
  } catch (cause) {
    const current = cause instanceof ApiError ? cause.current : null;
    if (!current) throw cause;
    return send(current as Data);
  }
}

/** The error of a change that would overwrite a change from another device. */
export const changedElsewhere = (sentence: string): ApiError => new ApiError(409, sentence);
