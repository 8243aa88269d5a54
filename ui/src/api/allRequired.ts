/** The server writes every field; the generator calls one that may be null optional. */
export type AllRequired<T> = T extends (infer Item)[]
  ? AllRequired<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: AllRequired<T[Key]> }
    : T;
