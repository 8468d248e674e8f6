import type { CurrentUser } from '@commons/contract/auth/schemas';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../lib/paths.ts';
import { isShortcut, isSomethingOpen } from '../lib/shortcuts.ts';
import { useLazyDisclosure } from '../ui/lazy-opening.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const CommandPalette = lazyPart(() => import('./command-palette.tsx'));
const ShortcutsHelp = lazyPart(() => import('./shortcuts-help.tsx'));

/** Destinations of `g` followed by a second key. */
const places: Record<string, string> = {
  h: paths.home,
  m: paths.messages,
  e: paths.events,
  p: paths.profile,
  w: paths.wellnessWins,
};
const sequenceMilliseconds = 1_000;

/** Page-wide keyboard shortcuts. */
export function Shortcuts({ viewer, onSignOut }: { viewer: CurrentUser; onSignOut: () => void }) {
  const palette = useLazyDisclosure(CommandPalette);
  const help = useLazyDisclosure(ShortcutsHelp);
  const openPalette = useEffectEvent(palette.open);
  const openHelp = useEffectEvent(help.open);
  const navigate = useNavigate();
  useEffect(() => {
    let prefixAt = -Infinity;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        if (isSomethingOpen()) return;
        event.preventDefault();
        openPalette();
        return;
      }
      if (!isShortcut(event)) return;
      const place = event.timeStamp - prefixAt < sequenceMilliseconds ? places[event.key] : undefined;
      prefixAt = event.key === 'g' ? event.timeStamp : -Infinity;
      if (event.key === '?') openHelp();
      else if (place !== undefined) void navigate(place);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate]);
  return (
    <>
      {palette.isOpen === true && (
        <CommandPalette
          isOpen
          onOpenChange={palette.setIsOpen}
          viewer={viewer}
          onHelp={help.open}
          onSignOut={onSignOut}
        />
      )}
      {help.isOpen === true && <ShortcutsHelp isOpen onOpenChange={help.setIsOpen} />}
    </>
  );
}
