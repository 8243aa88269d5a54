import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import classes from './Button.module.css';

interface ButtonStyle {
  /** What the page is for is `filled`; anything beside it is `default`. */
  variant?: 'filled' | 'default';
  /** `compact-sm` stands in a row of a list. */
  size?: 'sm' | 'compact-sm';
  fullWidth?: boolean;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
}

export interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  /** Its work is under way: it turns, and cannot be pressed again. */
  loading?: boolean;
}

/** A button that says what it does. Mantine's would be 3 kB of every first visit. */
export function Button({ loading = false, disabled, type = 'button', ...rest }: ButtonProps) {
  const { props, content } = buttonProps(rest);
  return (
    <button {...props} type={type} disabled={disabled || loading} aria-busy={loading || undefined}>
      {content}
    </button>
  );
}

/** A link that looks like a button, for it leads to where something is done. */
export function ButtonLink(given: LinkProps & ButtonStyle) {
  const { props, content } = buttonProps(given);
  return <Link {...props}>{content}</Link>;
}

function buttonProps<P extends ButtonStyle & { className?: string | undefined; children?: ReactNode }>(
  given: P,
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
  } = given;
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
