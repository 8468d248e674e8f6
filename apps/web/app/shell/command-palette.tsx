import type { CurrentUser } from '@commons/contract/auth/schemas';
import { foldText } from '@commons/contract/fold';
import { useQueryClient } from '@tanstack/react-query';
import { Keyboard, LogOut, type LucideIcon, Moon, PenLine, Search, Settings, Sun } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { viewerQuery } from '../features/auth/index.ts';
import { useSettings } from '../features/members/index.ts';
import { optionId, OptionList } from '../features/search/option-list.tsx';
import { type Option, useSearchOptions } from '../features/search/options.tsx';
import { saveAppearance } from '../lib/appearance.ts';
import { paths } from '../lib/paths.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { controlClass } from '../ui/field.tsx';
import { eventsLink, headerLinks, messagesLink, resourceLinks, sidebarLinks } from './navigation.ts';
import { settingsGroups } from './settings/groups.ts';

type CommandPaletteProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  viewer: CurrentUser;
  onHelp: () => void;
  onSignOut: () => void;
};

const links = [
  ...new Map(
    [...sidebarLinks, ...headerLinks, ...resourceLinks, eventsLink, messagesLink].map((link) => [link.to, link]),
  ).values(),
  { to: paths.settings, label: 'Settings', icon: Settings },
];

type Command = Option & { label: string };

const command = (label: string, icon: LucideIcon, run: () => unknown): Command => ({
  key: label,
  group: 'Actions',
  icon,
  label,
  run,
});

/** Never preselected: signing out deletes local data, and Enter pressed while results load must not trigger it. */
const signOut = 'Sign out';

/** Command palette: navigation, commands and search results in one field. */
export default function CommandPalette({ isOpen, onOpenChange, viewer, onHelp, onSignOut }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const [active, setActive] = useState<{ text: string; key: string | undefined }>();
  const navigate = useNavigate();
  const id = useId();
  const changeTheme = useThemeChange(viewer);
  const found = useSearchOptions(text, viewer.id);
  const commands: Command[] = [
    ...links.map(({ to, label, icon }) => ({ key: to, group: 'Go to', icon, label, to })),
    command('New post', PenLine, async () => {
      await navigate(paths.home);
      focusComposer();
    }),
    command('Light theme', Sun, () => changeTheme('light')),
    command('Dark theme', Moon, () => changeTheme('dark')),
    command('Keyboard shortcuts', Keyboard, onHelp),
    command(signOut, LogOut, onSignOut),
    ...settingsGroups.map(({ to, label, icon }) => ({ key: to, group: 'Settings', icon, label, to })),
  ];
  const words = foldText(text.trim());
  const matching = commands.filter(({ label }) => foldText(label).includes(words));
  const options = [...matching, ...found.options];
  // Keep the selection while results change. Otherwise, preselect the first option, except sign-out.
  const chosenIndex = options.findIndex(({ key }) => active?.text === text && key === active.key);
  const index = chosenIndex === -1 ? options.findIndex(({ key }) => key !== signOut) : chosenIndex;
  const choose = ({ to, run }: Option) => {
    onOpenChange(false);
    if (to !== undefined) void navigate(to);
    run?.();
  };
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Search and commands">
      <label className="relative block">
        <Search
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3 my-auto text-muted"
        />
        <input
          type="text"
          role="combobox"
          aria-label="Search or choose a command"
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={index === -1 ? undefined : optionId(id, index)}
          placeholder="Type a place, an action or a word"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={classNames(controlClass, 'min-h-11 ps-12')}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined && options.length > 0) {
              event.preventDefault();
              setActive({ text, key: options[(index + step + options.length) % options.length]?.key });
            }
            const chosen = options[index];
            if (event.key === 'Enter' && chosen) {
              event.preventDefault();
              choose(chosen);
            }
          }}
        />
      </label>
      {/* A fixed height: the dialog does not move while results arrive. */}
      <div className="mt-2 h-[min(28rem,55dvh)] overflow-y-auto">
        <OptionList
          id={id}
          options={options}
          active={index}
          status={matching.length > 0 && found.isEmpty ? '' : found.status}
          onChoose={choose}
        />
      </div>
    </Dialog>
  );
}

const focusComposer = () =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('textarea[placeholder^="Share your thoughts"]')?.focus(),
  );

/** Changes the theme at once on this device, and in the account. */
function useThemeChange(viewer: CurrentUser) {
  const queryClient = useQueryClient();
  const { choose } = useSettings();
  return (theme: 'light' | 'dark') => {
    saveAppearance({ ...viewer, theme });
    queryClient.setQueryData(viewerQuery.queryKey, (known) => known && { ...known, theme });
    choose({ theme });
  };
}
