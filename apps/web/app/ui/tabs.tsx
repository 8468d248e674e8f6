import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { showChosen } from './show-chosen.ts';

type TabsProps = {
  label: string;
  tabs: readonly { value: string; label: string; badge?: ReactNode; content: ReactNode }[];
  value?: string;
  onValueChange?: (value: string) => void;
};

/** A strip that scrolls sideways shows the chosen one, also where it was not chosen here. */
function useChosenShown(value: string | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (value !== undefined) showChosen(ref.current, '[data-state=active]');
  }, [value]);
  return ref;
}

export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  const strip = useChosenShown(value);
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
      {...(onValueChange === undefined ? {} : { onValueChange })}
    >
      <Radix.List
        ref={strip}
        aria-label={label}
        className="relative flex gap-6 overflow-x-auto shadow-[inset_0_-1px_var(--line)]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 border-b-2 border-transparent text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:rounded-small focus-visible:-outline-offset-2 data-[state=active]:border-primary data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.badge}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
