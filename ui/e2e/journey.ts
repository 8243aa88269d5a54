import type { Locator, Page } from '@playwright/test';

/** Counts the actions of a person: a click, a tap, a drag, a key, or a text typed or pasted without a pause. */
export class Journey {
  private actions: string[] = [];

  constructor(private readonly page: Page) {}

  /** The number of actions. */
  get count(): number {
    return this.actions.length;
  }

  /** All actions, for the message of a failed test. */
  get story(): string {
    return this.actions.join(', ');
  }

  async click(target: Locator): Promise<void> {
    this.actions.push('click');
    await target.click();
  }

  /** Drags an element by its middle, by a distance in pixels. */
  async drag(target: Locator, { dx = 0, dy = 0 }: { dx?: number; dy?: number }): Promise<void> {
    this.actions.push('drag');
    const box = await target.boundingBox();
    if (!box) throw new Error('The element to drag is not visible.');
    const [x, y] = [box.x + Math.min(20, box.width / 2), box.y + box.height / 2];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + dx, y + dy, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Chooses a file in the dialog that a button opens. */
  async chooseFile(button: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.click(button);
    this.actions.push(`choose ${file.name}`);
    await (await chooser).setFiles(file);
  }

  async tap(target: Locator): Promise<void> {
    this.actions.push('tap');
    await target.tap();
  }

  /** Types into the focused field. */
  async type(text: string): Promise<void> {
    this.actions.push(`type '${text}'`);
    await this.page.keyboard.insertText(text);
  }

  async press(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      this.actions.push(key);
      await this.page.keyboard.press(key);
    }
  }

  async choose(list: Locator, label: string): Promise<void> {
    this.actions.push(`choose '${label}'`);
    await list.selectOption({ label });
  }
}
