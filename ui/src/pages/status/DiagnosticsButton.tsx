import { useState } from 'react';
import { call } from '~/api/call';
import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { serverNow } from '~/state/clock';
import { toast } from '~/state/toasts';
import { diagnostics } from './diagnostics';
import classes from './StatusPage.module.css';

/** Downloads a diagnostics file for a bug report, created in the browser and sent nowhere. */
export function DiagnosticsButton() {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      // A failing server responds to /api/health with an error sentence; the status still has the reasons.
      const [status, health] = await Promise.all([
        call('get', '/api/status'),
        call('get', '/api/health').catch((cause: Error) => cause.message),
      ]);
      save(diagnostics({ status, health, at: serverNow(), browser: navigator.userAgent }));
    } catch {
      toast('Error', "Couldn't read the server status. Try again.", 'destructive');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.diagnostics}>
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        leftSection={<Icon name="download" size={16} />}
        onClick={download}
      >
        Download diagnostics
      </Button>
      <p>
        Attach this file to a bug report. Contains version, sources, store, tasks and followed symbols; no
        keys, lists, notes or alerts.
      </p>
    </div>
  );
}

function save({ name, text }: { name: string; text: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
