import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

type TabsProps = {
  label: string;
  tabs: readonly { value: string; label: string; badge?: ReactNode; content: ReactNode }[];
  value?: string;
  onValueChange?: (value: string) => void;
};

/** Tabs that wrap into more lines, each with its rule. A scrolling strip would cut off a label at its edge. */
export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
      {...(onValueChange === undefined ? {} : { onValueChange })}
    >
      <Radix.List
        aria-label={label}
        className="relative flex flex-wrap gap-x-4 bg-[repeating-linear-gradient(transparent_0_calc(2.75rem-1px),var(--line)_calc(2.75rem-1px)_2.75rem)] sm:gap-x-6"
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
