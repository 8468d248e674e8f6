import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { areShortcutsEnabled } from '../lib/shortcuts.ts';
import { Dialog } from '../ui/dialog.tsx';

const rows: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['/'], does: 'Search' },
  { keys: ['Ctrl or ⌘', 'K'], does: 'Open the command list' },
  { keys: ['g', 'h'], does: 'Go to the community feed' },
  { keys: ['g', 'm'], does: 'Go to your messages' },
  { keys: ['g', 'e'], does: 'Go to events' },
  { keys: ['g', 'w'], does: 'Go to wellness wins' },
  { keys: ['g', 'p'], does: 'Go to your profile' },
  { keys: ['?'], does: 'Show this list' },
  { keys: ['Escape'], does: 'Close' },
];

type ShortcutsHelpProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export default function ShortcutsHelp({ isOpen, onOpenChange }: ShortcutsHelpProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description={
        areShortcutsEnabled() ? 'Disabled while typing' : 'Single-key shortcuts are turned off on this device.'
      }
    >
      <dl className="flex flex-col">
        {rows.map(({ keys, does }) => (
          <div
            key={does}
            className="flex min-h-11 items-center justify-between gap-4 border-b border-line py-2 last:border-0"
          >
            <dt className="text-sm">{does}</dt>
            <dd className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-small border border-line bg-sunk px-2 py-0.5 text-xs font-semibold text-ink"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        You can turn off single-key shortcuts in{' '}
        <Link
          to={paths.settingsOf('display')}
          onClick={() => onOpenChange(false)}
          className="inline-block py-2 font-semibold text-primary underline underline-offset-4"
        >
          your settings
        </Link>
        .
      </p>
    </Dialog>
  );
}
