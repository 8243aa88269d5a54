import type { Board } from '~/api/types';
import { Link } from '~/components/Link';
import { formatSpan } from '~/market/time';
import { paths } from '~/paths';
import { MiniBoard } from '../MiniBoard';
import classes from './Rotation.module.css';

/** The rotating boards and how long each is shown. */
export function Rotation({ boards, board }: { boards: readonly Board[]; board: Board }) {
  const boardsWithEdits = boards.map((each) => (each.name === board.name ? board : each));
  const rotating = boardsWithEdits.filter(({ inRotation }) => inRotation);
  const seconds = rotating.reduce((sum, each) => sum + each.seconds, 0);
  const count = rotating.length === 1 ? '1 board' : `${rotating.length} boards`;
  return (
    <section className={classes.rotation} aria-label="Rotation">
      <h2>Rotation</h2>
      <p>
        {count}
        {rotating.length > 1 && `, ${seconds < 120 ? `${seconds} s` : formatSpan(seconds * 1000)} per cycle`}
      </p>
      <ul>
        {rotating.map(({ name, title, tiles, seconds }) => (
          <li key={name}>
            <Link to={paths.boardEditor(name)} aria-current={name === board.name ? 'page' : undefined}>
              <MiniBoard tiles={tiles} />
              <span>
                <b>{title}</b>
                <small>{seconds} s</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
