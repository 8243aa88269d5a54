/** Makes every field required: the server writes all of them, but the generator marks nullable fields as optional. */
export type AllRequired<T> = T extends (infer Item)[]
  ? AllRequired<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: AllRequired<T[Key]> }
    : T;
