import type { ChartLayout } from '~/api/types';
import { EditInPlace } from '~/components/form/EditInPlace';
import { Icon } from '~/components/Icon';
import { Tooltip } from '~/components/layer/Tooltip';
import { ViewSwitch } from '~/components/ViewSwitch';
import { useReadOnly } from '~/widgets/useReadOnly';
import classes from './LayoutHead.module.css';
import { LayoutMenu, SaveButton } from './LayoutMenu';
import { COUNTS, type Count, type Layout, type Links, withLink } from './layout';
import type { ChangeLayout } from './useAddressLayout';
import { useLayoutActions } from './useLayoutActions';
import type { Saving } from './useSavedLayout';

const COUNT_VIEWS = COUNTS.map((count) => ({ value: String(count), label: String(count) }));

const LINKS: readonly { link: keyof Links; label: string; text: string }[] = [
  { link: 'symbol', label: 'Ticker', text: 'All charts show the same ticker' },
  { link: 'range', label: 'Range', text: 'All charts show the same range and zoom together' },
  { link: 'crosshair', label: 'Crosshair', text: 'The time under the pointer is marked in all charts' },
];

const SAVING_TEXTS: Record<Saving, string> = { saving: 'Saving…', saved: 'Saved', failed: 'Not saved' };

interface Props {
  layout: Layout;
  change: ChangeLayout;
  name: string | undefined;
  saving: Saving | null | undefined;
  layouts: readonly ChartLayout[];
  /** The index of the active chart. */
  active: number;
  setCount: (count: Count) => void;
  isFull: boolean;
  onFullScreen: () => void;
}

/** The line above the charts: the layout's name, the menu of layouts, the number of charts and their links. */
export function LayoutHead(props: Props) {
  const { layout, change, name, saving, layouts, active, setCount, isFull, onFullScreen } = props;
  const readOnly = useReadOnly();
  const actions = useLayoutActions(layouts);
  return (
    <div className={classes.head}>
      <Title {...{ layout, change }} isFixed={name === undefined || readOnly} />
      <LayoutMenu {...{ layout, name, layouts, actions, readOnly }} />
      {name === undefined && !readOnly && <SaveButton {...{ layout, actions }} />}
      <span role="status" className={classes.saving} data-failed={saving === 'failed' || undefined}>
        {saving && SAVING_TEXTS[saving]}
      </span>
      <div className={classes.right}>
        <ViewSwitch
          label="Number of charts"
          views={COUNT_VIEWS}
          value={String(layout.charts.length)}
          onChange={(count) => setCount(Number(count) as Count)}
        />
        <fieldset className={classes.links} aria-label="Linked in all charts">
          <span aria-hidden="true">Link</span>
          {LINKS.map(({ link, label, text }) => (
            <Tooltip key={link} label={text}>
              <button
                type="button"
                className={classes.link}
                aria-pressed={layout.links[link]}
                onClick={() => change((now) => withLink(now, link, !now.links[link], active))}
              >
                {label}
              </button>
            </Tooltip>
          ))}
        </fieldset>
        <button
          type="button"
          className={classes.full}
          aria-label={isFull ? 'Leave full screen' : 'Full screen'}
          onClick={onFullScreen}
        >
          <Icon name={isFull ? 'shrink' : 'expand'} size={16} />
        </button>
      </div>
    </div>
  );
}

/** The heading; the title of a saved layout is edited in place. */
function Title({ layout, change, isFixed }: { layout: Layout; change: ChangeLayout; isFixed: boolean }) {
  const { title } = layout;
  if (isFixed) return <h1 className={classes.title}>{title}</h1>;
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <EditInPlace
        className={classes.title}
        inputClassName={classes.titleField}
        text={title}
        label={`Rename the layout ${title}`}
        fieldLabel="Title of the layout"
        isEmpty={false}
        maxLength={80}
        onSave={(next) => {
          if (!next) return 'Enter a title.';
          change((now) => ({ ...now, title: next }));
          return undefined;
        }}
      >
        {title}
      </EditInPlace>
    </>
  );
}
