import type { CurrentUser } from '@commons/contract/auth';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { isShortcut, isSomethingOpen } from '../lib/shortcuts.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

const CommandPalette = lazyDialog(() => import('./command-palette.tsx'));
const ShortcutsHelp = lazyDialog(() => import('./shortcuts-help.tsx'));

/** Destinations of `g` followed by a second key. */
const places: Record<string, string> = {
  h: paths.home,
  m: paths.messages,
  e: paths.events,
  p: paths.profile,
  w: paths.wellnessWins,
};
const sequenceMilliseconds = 1_000;

/** Page-wide keyboard shortcuts. Loaded after the first screen. */
export default function Shortcuts({ viewer, onSignOut }: { viewer: CurrentUser; onSignOut: () => void }) {
  const [opened, setOpened] = useState<'palette' | 'help'>();
  const navigate = useNavigate();
  useEffect(() => {
    let prefixAt = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        if (isSomethingOpen()) return;
        event.preventDefault();
        setOpened('palette');
        return;
      }
      if (!isShortcut(event)) return;
      const place = event.timeStamp - prefixAt < sequenceMilliseconds ? places[event.key] : undefined;
      prefixAt = event.key === 'g' ? event.timeStamp : -Infinity;
      if (event.key === '?') setOpened('help');
      else if (place !== undefined) void navigate(place);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate]);
  const close = () => setOpened(undefined);
  return (
    <>
      {opened === 'palette' && (
        <CommandPalette
          isOpen
          onOpenChange={close}
          viewer={viewer}
          onHelp={() => setOpened('help')}
          onSignOut={onSignOut}
        />
      )}
      {opened === 'help' && <ShortcutsHelp isOpen onOpenChange={close} />}
    </>
  );
}
