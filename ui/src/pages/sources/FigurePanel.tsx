import type { SourceRow } from '~/api/types';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import classes from './SourcesPage.module.css';
import { StatusDot } from './StatusDot';
import { type FigureGroup, READINESS, readinessOf } from './sources';

interface Props {
  group: FigureGroup;
  sources: readonly SourceRow[];
}

/** A group of figures, each with its sources and their states, and what happens if one fails. */
export function FigurePanel({ group: { title, figures, failures }, sources }: Props) {
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
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.failures}>
        <span>If a source fails:</span>{' '}
        <ul>
          {failures.map(({ text, names }) => (
            <li key={text}>{failures.length === 1 ? lower(text) : `${names.join(', ')}: ${lower(text)}`}</li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

function Source({ source }: { source: SourceRow | undefined }) {
  if (!source) return null;
  const { name, title } = source;
  const readiness = readinessOf(source);
  return (
    <li>
      <StatusDot readiness={readiness} />
      <Link to={{ hash: name }}>{title}</Link>
      {readiness !== 'inUse' && (
        <span className="visually-hidden"> ({READINESS[readiness].toLowerCase()})</span>
      )}
    </li>
  );
}
