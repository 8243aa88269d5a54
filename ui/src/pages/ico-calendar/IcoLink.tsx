import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Ico } from '~/api/types';

interface Props {
  of: Ico;
  className?: string | undefined;
  children: ReactNode;
}

/** Opens an offering's details, which have an address: `?ico=SYMBOL`. */
export function IcoLink({ of, className, children }: Props) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('ico', of.symbol);
  return (
    <Link to={{ search: `?${next}` }} replace className={className}>
      {children}
    </Link>
  );
}
