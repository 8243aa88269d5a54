import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from '~/components/Link';
import classes from './Button.module.css';

interface ButtonStyle {
  /** `filled` for the page's main action, `default` for all others. */
  variant?: 'filled' | 'default';
  /** `compact-sm` is for rows of a list. */
  size?: 'sm' | 'compact-sm';
  fullWidth?: boolean;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
}

export interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  /** Shows a spinner and ignores clicks while work is in progress. */
  loading?: boolean;
}

/** A text button. Mantine's button would add 3 kB to every first visit. */
export function Button({ loading = false, disabled, type = 'button', ...rest }: ButtonProps) {
  const { props, content } = buttonProps(rest);
  return (
    <button {...props} type={type} disabled={disabled || loading} aria-busy={loading || undefined}>
      {content}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink(props: LinkProps & ButtonStyle) {
  const { props: linkProps, content } = buttonProps(props);
  return <Link {...linkProps}>{content}</Link>;
}

function buttonProps<P extends ButtonStyle & { className?: string | undefined; children?: ReactNode }>(
  props: P,
) {
  const {
    variant = 'filled',
    size = 'sm',
    fullWidth,
    leftSection,
    rightSection,
    className,
    children,
    ...rest
  } = props;
  const names = [classes.button, className];
  if (variant === 'default') names.push(classes.quiet);
  if (size === 'compact-sm') names.push(classes.compact);
  if (leftSection) names.push(classes.left);
  if (rightSection) names.push(classes.right);
  if (fullWidth) names.push(classes.wide);
  const content = (
    <>
      {leftSection}
      <span data-label="">{children}</span>
      {rightSection}
    </>
  );
  return { props: { ...rest, className: names.filter(Boolean).join(' ') }, content };
}
