import type { ServerStatus } from '~/api/types';
import classes from './StatusPage.module.css';
import { tasksText } from './status';

type Task = ServerStatus['tasks'][number];

const STATES: Record<string, string> = {
  running: 'Running',
  waiting: 'Restarting',
  ended: 'Finished',
  failed: 'Failed',
};

/** Returns true if no task was restarted, so the list can stay collapsed. */
const isWell = (tasks: readonly Task[]) =>
  tasks.every(({ state, restarts }) => (state === 'running' || state === 'ended') && restarts === 0);

/** The server's tasks and their restarts, in a collapsible list. */
export function Tasks({ tasks }: { tasks: readonly Task[] }) {
  return (
    <section aria-label="Tasks">
      <details className={classes.fold} open={!isWell(tasks)}>
        <summary>
          Tasks <b>{tasksText(tasks)}</b>
        </summary>
        <ul className={classes.tasks} aria-label="Tasks">
          {tasks.map((task) => (
            <li key={task.name}>
              <span className={classes.state} data-state={task.state}>
                {task.name}
              </span>
              <span>
                {STATES[task.state] ?? task.state}
                {task.restarts > 0 &&
                  `, restarted ${task.restarts === 1 ? 'once' : `${task.restarts} times`}`}
              </span>
              {task.lastError && <p>{task.lastError}</p>}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
