import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { type To, useHref, useLinkClickHandler, useMatch } from 'react-router-dom';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** State of the new history entry. */
  state?: unknown;
  /** Lets the browser follow the link, as for a download. */
  reloadDocument?: boolean;
  ref?: Ref<HTMLAnchorElement> | undefined;
}

/**
 * A link to a page of the app. The router's own component also prefetches the modules of a server framework, which costs every link
 * two states, two effects and a reference, and every first visit 3.5 kB of code.
 */
export function Link({ to, replace, state, reloadDocument = false, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(rest.target !== undefined && { target: rest.target }),
  });
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented && !reloadDocument) navigate(event);
  };
  return <a {...rest} href={href} onClick={follow} />;
}

/** A link in a navigation, which is marked (`aria-current`) on its page and, unless `end`, on pages below it. */
export function NavLink({ end = false, ...props }: LinkProps & { to: string; end?: boolean }) {
  const isCurrent = useMatch({ path: props.to, end }) !== null;
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}
