import { type RequestOptions, request } from './client';
import type { AnswerOf, Method, ParametersOf, PathOf } from './paths';

type Options<P extends PathOf<M>, M extends Method> = ParametersOf<P, M> & Pick<RequestOptions, 'signal'>;
/** Options are optional for calls without parameters. */
type Rest<O> = object extends O ? [options?: O] : [options: O];

/**
 * Calls the API with types from its OpenAPI document: `call('patch', '/api/alerts/{id}', { path: { id }, payload: {
 * active } })`. Unknown paths and wrong field types don't compile.
 */
export function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Rest<Options<P, M>>
): Promise<AnswerOf<P, M>> {
  const { payload, signal } = (options ?? {}) as { payload?: unknown; signal?: AbortSignal };
  const sent: RequestOptions = { method: method.toUpperCase() as RequestOptions['method'] & string, payload };
  if (signal) sent.signal = signal;
  return request(addressOf(path, options), sent) as Promise<AnswerOf<P, M>>;
}

interface Address {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** Returns the path with its values, relative to '/api/': 'tickers/BRK-B/related'. */
export function addressOf(path: string, { path: values = {}, query = {} }: Address = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return filled.slice('/api/'.length) + (search && `?${search}`);
}
