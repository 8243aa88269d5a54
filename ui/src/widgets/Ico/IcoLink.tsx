import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Ico } from '~/api/types';
import { Link } from '~/components/Link';
import { KEEP_SCROLL } from '~/hooks/useUrlChoice';

interface Props {
  of: Ico;
  className?: string | undefined;
  children: ReactNode;
}

/** Opens an ICO's details, which have a URL: `?ico=SYMBOL`. */
export function IcoLink({ of, className, children }: Props) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('ico', of.symbol);
  return (
    <Link to={{ search: `?${next}` }} replace state={KEEP_SCROLL} className={className}>
      {children}
    </Link>
  );
}
