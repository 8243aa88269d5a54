import type { Board } from '~/api/types';
import { Link } from '~/components/Link';
import { isWritable } from '~/market/sharing';
import { formatSpan } from '~/market/time';
import { paths } from '~/paths';
import { boardTitle } from '../boardTitle';
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
        {rotating.map((each) => (
          <li key={each.name}>
            <Link
              to={isWritable(each) ? paths.boardEditor(each.name) : paths.board(each.name)}
              aria-current={each.name === board.name ? 'page' : undefined}
            >
              <MiniBoard tiles={each.tiles} />
              <span>
                <b>{boardTitle(each)}</b>
                <small>{each.seconds} s</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
