import { useIsHydrated } from '~/state/hydration';

interface Props {
  /** Text that depends on the current time. */
  children: string | number;
  className?: string;
}

/**
 * A text that depends on the current time. The prerendered text has the time of the build: it is hidden, and replaced once React may
 * render something else, as hydration keeps the texts that it finds.
 */
export function CurrentTime({ children, className }: Props) {
  const isHydrated = useIsHydrated();
  return isHydrated ? (
    <span key="current" className={className}>
      {children}
    </span>
  ) : (
    <span key="prerendered" className={className} data-now suppressHydrationWarning>
      {children}
    </span>
  );
}
