import { useState } from 'react';
import type { ChartLayout } from '~/api/types';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Link, NavLink } from '~/components/Link';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { Popup } from '~/components/layer/Popup';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { paths } from '~/paths';
import classes from './LayoutMenu.module.css';
import type { Layout } from './layout';
import type { LayoutActions } from './useLayoutActions';

const SaveForm = retryingLazy(() => import('./SaveForm'));

interface Props {
  layout: Layout;
  /** The name of the shown layout if it is saved. */
  name: string | undefined;
  layouts: readonly ChartLayout[];
  actions: LayoutActions;
  readOnly: boolean;
}

/** The symbols of a layout, each once: 'AAPL, BTC'. */
const symbolsOf = ({ charts }: ChartLayout) => [...new Set(charts.map(({ symbol }) => symbol))].join(', ');

/** The saved layouts, and the actions on the shown one. */
export function LayoutMenu({ layout, name, layouts, actions, readOnly }: Props) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <Popup
      label="Chart layouts"
      width="17rem"
      opened={opened}
      onChange={setOpened}
      withinPortal={false}
      trigger={
        <Button variant="default" className={classes.trigger} rightSection={<Icon name="down" size={14} />}>
          Layouts
        </Button>
      }
    >
      {layouts.length > 0 && (
        <ul className={classes.list} aria-label="Saved layouts">
          {layouts.map((savedLayout) => (
            <li key={savedLayout.name}>
              <NavLink
                to={paths.chartLayout(savedLayout.name ?? '')}
                className={classes.item}
                onClick={close}
              >
                <span>{savedLayout.title}</span>
                <small className="num">{symbolsOf(savedLayout)}</small>
              </NavLink>
            </li>
          ))}
        </ul>
      )}
      <Link to={paths.charts} className={classes.item} onClick={close}>
        <Icon name="plus" size={16} /> New layout
      </Link>
      {!readOnly && (
        <>
          <LazyBoundary>
            <SaveForm {...{ layout, actions }} onDone={close} label={name ? 'Save a copy as' : 'Save as'} />
          </LazyBoundary>
          {name && (
            <button
              type="button"
              className={classes.remove}
              onClick={() => {
                close();
                actions.remove({ name, layout });
              }}
            >
              <Icon name="trash" size={16} /> Delete this layout
            </button>
          )}
        </>
      )}
    </Popup>
  );
}

/** Saves charts that are only in the address. */
export function SaveButton({ layout, actions }: Pick<Props, 'layout' | 'actions'>) {
  const [opened, setOpened] = useState(false);
  return (
    <Popup
      label="Save the layout"
      width="17rem"
      opened={opened}
      onChange={setOpened}
      withinPortal={false}
      trigger={
        <Button variant="default" className={classes.trigger}>
          Save as…
        </Button>
      }
    >
      <LazyBoundary>
        <SaveForm {...{ layout, actions }} onDone={() => setOpened(false)} label="Title" isFirst />
      </LazyBoundary>
    </Popup>
  );
}
