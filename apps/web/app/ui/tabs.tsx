import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { fadingRowClass, scrollToPressed } from './chip-row.ts';

type TabsProps = {
  label: string;
  tabs: readonly { value: string; label: string; badge?: ReactNode; content: ReactNode }[];
  value?: string;
  onValueChange?: (value: string) => void;
};

/** Tabs in one row. Where it is too narrow, it scrolls sideways, from edge to edge on phones. */
export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
      {...(onValueChange === undefined ? {} : { onValueChange })}
    >
      <Radix.List
        aria-label={label}
        ref={scrollToPressed}
        className={`relative -mx-4 flex gap-x-4 overflow-x-auto px-4 shadow-[inset_0_-1px_var(--line)] [scrollbar-width:none] sm:mx-0 sm:gap-x-6 sm:px-0 sm:mask-none ${fadingRowClass}`}
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
