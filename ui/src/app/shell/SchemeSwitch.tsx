import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '~/components/Icon';
import { useIsHydrated } from '~/state/hydration';
import classes from './IconButton.module.css';

/** Switches between light and dark. By default the system's scheme applies. */
export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  // The prerendered page does not depend on the user's color scheme.
  const next = useIsHydrated() && scheme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={`Switch to ${next} colors`}
      onClick={() => setColorScheme(next)}
    >
      <Icon name={next === 'dark' ? 'moon' : 'sun'} />
    </button>
  );
}
