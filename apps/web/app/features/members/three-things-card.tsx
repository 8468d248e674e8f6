import { LinkedText } from '../../lib/linked-text.tsx';
import { Card } from '../../ui/card.tsx';

/** Written one to a line, they are shown as a list; as a text, they stay a text. */
export function ThreeThingsCard({ text, isOwn }: { text: string | null; isOwn: boolean }) {
  if (text === null && !isOwn) return null;
  const things = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  return (
    <Card as="section" aria-labelledby="things-title">
      <h2 id="things-title" className="text-lg">
        Three Things About Me
      </h2>
      {things.length === 0 && <p className="mt-2 text-sm text-muted">Three small things that make you you.</p>}
      {things.length === 1 && <LinkedText text={things[0] ?? ''} className="mt-3 text-sm" />}
      {things.length > 1 && (
        <ul className="mt-3 flex flex-col gap-2 text-sm">
          {things.map((thing, index) => (
            <li key={index} className="flex gap-3">
              <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-primary" />
              <LinkedText text={thing} className="min-w-0" />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
