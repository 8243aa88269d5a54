import { Skeleton } from './Skeleton';

/** Placeholder rows as tall as the list's rows. `height` is in px at the default font size. */
export function RowSkeletons({ rows, height }: { rows: number; height: number }) {
  return (
    <div aria-busy="true" aria-label="Loading" role="status">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} style={{ height: `${height / 16}rem`, display: 'flex', alignItems: 'center' }}>
          <Skeleton height="1rem" radius="sm" width={`${96 - (row % 4) * 6}%`} />
        </div>
      ))}
    </div>
  );
}

/** A placeholder block as tall as the panel's content. */
export function BlockSkeleton({ height }: { height: number }) {
  return (
    <div aria-busy="true" aria-label="Loading" role="status">
      <Skeleton height={`${height / 16}rem`} radius="md" />
    </div>
  );
}
