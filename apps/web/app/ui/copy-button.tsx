import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** Copies a text. Returns false if the browser refuses, or on plain HTTP, where `navigator.clipboard` is missing. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/** Copies a text, and shows next to the button whether that worked. */
export function CopyButton({ text }: { text: string }) {
  const [outcome, setOutcome] = useState<string>();
  const copy = async () =>
    setOutcome((await copyText(text)) ? 'Copied.' : 'Could not copy. Please select the text and copy it yourself.');
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => void copy()}>
        <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
        Copy
      </Button>
      <span role="status" className="order-last text-sm text-muted">
        {outcome}
      </span>
    </>
  );
}
