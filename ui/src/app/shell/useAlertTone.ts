import { useEffect } from 'react';
import { onAlert } from '~/live/feed';
import { hasAlertSound } from '~/state/alertSound';
import { deviceNow } from '~/state/clock';
import { playAlertTone } from '~/widgets/alertTone';

/** Alerts that fire together play one tone; so does a report that the server delivers twice. */
const PAUSE_MS = 1000;

/** Plays a tone when an alert fires, if the settings of this browser say so. */
export function useAlertTone(): void {
  useEffect(() => {
    let playedAt = 0;
    return onAlert(() => {
      const now = deviceNow();
      if (!hasAlertSound() || now - playedAt < PAUSE_MS) return;
      playedAt = now;
      playAlertTone();
    });
  }, []);
}
