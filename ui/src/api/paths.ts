import type { AllRequired } from './allRequired';
import type { paths } from './generated/schema';

/** The API paths that accept a method: `'/api/tickers/{symbol}'`. */
export type PathOf<M extends Method> = {
  [P in keyof paths & `/api/${string}`]: Operation<P, M> extends never ? never : P;
}[keyof paths & `/api/${string}`];
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Operation<P extends keyof paths, M extends Method> = Extract<paths[P][M], { responses: object }>;
type Parameter<O, Kind extends 'path' | 'query'> = O extends { parameters: { [K in Kind]?: infer Values } }
  ? NonNullable<Values>
  : never;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer Payload } } }
  ? Immutable<Payload>
  : never;
/** Accepts read-only values in request bodies. */
type Immutable<T> = T extends (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;
type Json<R> = R extends { content: { 'application/json': infer Answer } } ? AllRequired<Answer> : null;

/** The response type of a call; null for 204. */
export type ResponseOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 204)]> : never;

/** Requires the field if the call has it and forbids it otherwise. */
type Field<Name extends string, Value> = [Value] extends [never]
  ? { [K in Name]?: never }
  : { [K in Name]: Value };
export type ParametersOf<P extends keyof paths, M extends Method> = Field<
  'path',
  Parameter<Operation<P, M>, 'path'>
> &
  Field<'payload', Body<Operation<P, M>>> & { query?: Parameter<Operation<P, M>, 'query'> };
