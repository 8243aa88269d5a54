import classes from './Skeleton.module.css';

interface Props {
  /** `height`, `width` and `maxWidth` are CSS lengths. */
  height: string;
  width?: string;
  maxWidth?: string;
  radius?: 'sm' | 'md' | 'lg';
}

/** A gray placeholder for content that is loading. */
export function Skeleton({ height, width = '100%', maxWidth, radius = 'md' }: Props) {
  return <div className={`${classes.skeleton} ${classes[radius]}`} style={{ height, width, maxWidth }} />;
}
