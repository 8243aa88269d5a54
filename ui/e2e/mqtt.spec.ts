import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from './axe.ts';
import { startBroker } from './broker.ts';
import { startServer } from './server.ts';
import { expect, test } from './test.ts';

test('ALRT-05 the MQTT broker has a card, can be tested, and shows a lost connection', async ({ page }) => {
  const broker = await startBroker();
  const folder = mkdtempSync(join(tmpdir(), 'marketdeck-mqtt-'));
  const config = join(folder, 'config.toml');
  writeFileSync(config, `[mqtt]\naddress = "mqtt://127.0.0.1:${broker.port}"\n`);
  const server = await startServer('127.0.0.1:0', undefined, ['--config', config]);
  try {
    await expect.poll(() => broker.messages.length).toBeGreaterThan(0);
    await page.goto(`${server.url}settings?section=channels`);
    const card = page.getByRole('region', { name: 'Channel mqtt' });
    await expect(card).toContainText('MQTT broker');
    await expect(card).toContainText('Every alert, immediately');
    await expect(card).toContainText(`127.0.0.1:${broker.port}`);
    await expect(card).toContainText('From the configuration file');
    const sendTest = card.getByRole('button', { name: 'Send test to mqtt' });
    await sendTest.click();
    await expect(card.getByRole('status')).toContainText('Test arrived. Acknowledged by the broker, in');
    const isTest = ({ payload }: { payload: string }) => payload.includes('"event_type":"test"');
    expect(broker.messages.filter(isTest)).toHaveLength(1);
    await expectAccessible(page);

    await broker.stop();
    await sendTest.press('Enter');
    await expect(card.getByRole('status')).toContainText('Test failed.');
    await expect(sendTest).toBeFocused();
    await expect(card).toContainText(/closed the connection|refused/);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
