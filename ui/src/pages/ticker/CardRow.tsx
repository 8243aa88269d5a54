import type { ReactNode } from 'react';

/** A named value; nothing where it is not known. */
export function Row({ name, value }: { name: string; value: ReactNode }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}
