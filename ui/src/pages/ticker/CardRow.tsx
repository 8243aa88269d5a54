import type { ReactNode } from 'react';

/** A named value; hidden if unknown. */
export function Row({ name, value }: { name: string; value: ReactNode }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}
