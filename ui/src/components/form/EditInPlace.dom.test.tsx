import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EditInPlace } from './EditInPlace';

const edit = (onSave: (text: string) => string | undefined | Promise<string | undefined>) =>
  render(
    <EditInPlace
      text="10"
      label="Edit quantity"
      fieldLabel="Quantity"
      isEmpty={false}
      isNumber
      onSave={onSave}
    >
      10
    </EditInPlace>,
  );
const button = () => screen.getByRole('button', { name: 'Edit quantity' });
const field = () => screen.getByRole('textbox', { name: 'Quantity' });

test('Enter saves a changed text and returns the focus', async () => {
  const onSave = vi.fn(async () => undefined);
  edit(onSave);
  fireEvent.click(button());
  fireEvent.change(field(), { target: { value: ' 12 ' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(button()).toHaveFocus());
  expect(onSave.mock.calls).toEqual([['12']]);
});

test('Escape saves nothing', () => {
  const onSave = vi.fn();
  edit(onSave);
  fireEvent.click(button());
  fireEvent.change(field(), { target: { value: '12' } });
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(button()).toHaveFocus();
  expect(onSave).not.toHaveBeenCalled();
});

test('an unchanged text is not saved', async () => {
  const onSave = vi.fn();
  edit(onSave);
  fireEvent.click(button());
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(button()).toBeInTheDocument());
  expect(onSave).not.toHaveBeenCalled();
});

test('a rejected text stays in the field, with the reason', async () => {
  edit(async () => 'A quantity is a number above zero.');
  fireEvent.click(button());
  fireEvent.change(field(), { target: { value: '-1' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await screen.findByText('A quantity is a number above zero.');
  expect(field()).toHaveAttribute('aria-invalid', 'true');
  expect(field()).toHaveValue('-1');
  // A second blur closes the field, which must not trap the keyboard focus.
  fireEvent.blur(field());
  expect(button()).toBeInTheDocument();
});

test('a digit typed on the button starts editing with it', () => {
  edit(() => undefined);
  fireEvent.keyDown(button(), { key: '7' });
  expect(field()).toHaveValue('7');
});
