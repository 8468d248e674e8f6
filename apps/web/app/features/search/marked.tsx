import type { MarkedText } from '@commons/contract/search';

/** A text with what was found in it marked: by weight and ground, not by a colour alone. */
export function Marked({ text, marks }: MarkedText) {
  const parts = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(
      text.slice(at, from),
      <mark key={from} className="rounded-small bg-primary-soft font-semibold text-ink">
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
