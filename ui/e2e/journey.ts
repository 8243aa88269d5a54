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
