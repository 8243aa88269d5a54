import classes from './ServerSetup.module.css';
import type { SaveStage } from './useSaveServer';

const TEXTS: Readonly<Record<SaveStage, string>> = {
  saving: 'Saving the settings…',
  restarting: 'The server is restarting…',
  following: 'Looking up your symbols…',
};

/** The progress of saving settings, or the error. */
export function SaveProgress({ stage, error }: { stage: SaveStage | null; error: string | null }) {
  return (
    <>
      <p role="status" className={classes.count}>
        {stage && TEXTS[stage]}
      </p>
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
    </>
  );
}
