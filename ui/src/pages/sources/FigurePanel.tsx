import type { SourceRow } from '~/api/types';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import classes from './SourcesPage.module.css';
import type { FigureGroup } from './sources';

interface Props {
  group: FigureGroup;
  sources: readonly SourceRow[];
}

/** A group of figures, each with its sources; unused sources are crossed out. */
export function FigurePanel({ group: { title, figures, onFailure }, sources }: Props) {
  return (
    <Panel title={title}>
      <dl className={classes.figures}>
        {figures.map((figure) => (
          <div key={figure.id}>
            <dt>{figure.title}</dt>
            <dd>
              <ol aria-label={`Sources: ${figure.title}`}>
                {figure.sources.map((name) => (
                  <Source key={name} source={sources.find((source) => source.name === name)} />
                ))}
              </ol>
              {!onFailure && (
                <p className={classes.failure}>{`If a source fails: ${lower(figure.onFailure)}`}</p>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {onFailure && <p className="footnote">{`If a source fails: ${lower(onFailure)}`}</p>}
    </Panel>
  );
}

const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

function Source({ source }: { source: SourceRow | undefined }) {
  if (!source) return null;
  const { name, title, used } = source;
  return (
    <li data-unused={!used || undefined}>
      <Link to={{ hash: name }}>{title}</Link>
      {!used && <span className="visually-hidden"> (not used)</span>}
    </li>
  );
}
