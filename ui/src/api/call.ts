import { type RequestOptions, request } from './client';
import type { Method, ParametersOf, PathOf, ResponseOf } from './paths';

type Options<P extends PathOf<M>, M extends Method> = ParametersOf<P, M> & Pick<RequestOptions, 'signal'>;
/** The options argument, which is optional for calls without parameters. */
type Rest<O> = object extends O ? [options?: O] : [options: O];

/**
 * Calls the API with types from its OpenAPI document: `call('patch', '/api/alerts/{id}', { path: { id }, payload: {
 * active } })`. Unknown paths and wrong field types don't compile.
 */
export function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Rest<Options<P, M>>
): Promise<ResponseOf<P, M>> {
  const { payload, signal } = (options ?? {}) as { payload?: unknown; signal?: AbortSignal };
  const requestOptions: RequestOptions = {
    method: method.toUpperCase() as RequestOptions['method'] & string,
    payload,
  };
  if (signal) requestOptions.signal = signal;
  return request(callUrl(path, options), requestOptions) as Promise<ResponseOf<P, M>>;
}

interface CallParameters {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** Returns the URL of a call with its parameters, relative to '/api/': 'tickers/BRK-B/related'. */
export function callUrl(path: string, { path: values = {}, query = {} }: CallParameters = {}): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return filledPath.slice('/api/'.length) + (search && `?${search}`);
}
