import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useAnnouncedText } from './useAnnouncedText';

function Slider({ position, text }: { position: string; text: string }) {
  const element = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={element}
      role="slider"
      tabIndex={0}
      aria-valuenow={0}
      aria-valuetext={useAnnouncedText(element, position, text)}
    />
  );
}

test('a focused slider announces a moved position, but no price updates', () => {
  const { rerender } = render(<Slider position="last" text="$100" />);
  const slider = screen.getByRole('slider');
  rerender(<Slider position="last" text="$101" />);
  expect(slider).toHaveAttribute('aria-valuetext', '$101');
  slider.focus();
  rerender(<Slider position="last" text="$102" />);
  rerender(<Slider position="last" text="$103" />);
  expect(slider).toHaveAttribute('aria-valuetext', '$101');
  rerender(<Slider position="7" text="$90" />);
  expect(slider).toHaveAttribute('aria-valuetext', '$90');
  slider.blur();
  rerender(<Slider position="7" text="$91" />);
  expect(slider).toHaveAttribute('aria-valuetext', '$91');
});
