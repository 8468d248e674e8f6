import type { JournalCategory } from '@commons/contract/journal/schemas';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OptionsButton } from '../../ui/button.tsx';
import { fadingRowClass, scrollToPressed } from '../../ui/chip-row.ts';
import { classNames } from '../../ui/class-names.ts';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { categoryColor } from './category-colors.ts';
import { categoriesQuery, type PromptFilter } from './journal.api.ts';

const CategoryMenu = lazyMenu(async () => ({ default: (await import('./prompt-actions.tsx')).CategoryMenu }));

type CategoriesProps = { filter: PromptFilter; onSelect: (filter: PromptFilter) => void };

/** The row of categories, and the description of the selected one. */
export function Categories({ filter, onSelect }: CategoriesProps) {
  const categories = useQuery(categoriesQuery);
  const selected = categories.data?.find(({ id }) => id === filter);
  return (
    <Loaded
      query={categories}
      loading={<CategoriesLoading />}
      failure={{ variant: 'banner', text: 'The categories could not be loaded.' }}
    >
      {(data) => (
        <div className="flex flex-col gap-2">
          <div ref={scrollToPressed} role="group" aria-label="Category" className={rowClass}>
            <CategoryChip
              isPressed={filter === 'all'}
              pressedClass="border-primary bg-primary-soft text-primary"
              onPress={() => onSelect('all')}
            >
              All Categories
            </CategoryChip>
            {data.map(({ id, name }) => (
              <CategoryChip
                key={id}
                isPressed={filter === id}
                pressedClass={classNames('border-face-ink', categoryColor(id).area)}
                dotClass={categoryColor(id).dot}
                onPress={() => onSelect(id)}
              >
                {name}
              </CategoryChip>
            ))}
          </div>
          {selected && <SelectedCategory category={selected} onDeleted={() => onSelect('all')} />}
        </div>
      )}
    </Loaded>
  );
}

/** One line that scrolls sideways. */
const rowClass = `relative -mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-1 [scrollbar-color:transparent_transparent] [scrollbar-width:thin] hover:[scrollbar-color:var(--field)_transparent] ${fadingRowClass}`;

type CategoryChipProps = {
  isPressed: boolean;
  pressedClass: string;
  dotClass?: string;
  onPress: () => void;
  children: ReactNode;
};

const CategoryChip = ({ isPressed, pressedClass, dotClass, onPress, children }: CategoryChipProps) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onPress}
    className={classNames(
      'inline-flex min-h-9 shrink-0 snap-start items-center gap-2 rounded-full border px-3 text-sm font-semibold whitespace-nowrap transition-colors pointer-coarse:min-h-11',
      isPressed
        ? `${pressedClass} forced-colors:outline-2 forced-colors:-outline-offset-4`
        : 'border-line bg-surface text-muted hover:border-field hover:text-ink',
    )}
  >
    {dotClass !== undefined && (
      <span
        aria-hidden="true"
        className={classNames('size-2.5 rounded-full forced-color-adjust-none', isPressed ? 'bg-face-ink' : dotClass)}
      />
    )}
    {children}
  </button>
);

function SelectedCategory({ category, onDeleted }: { category: JournalCategory; onDeleted: () => void }) {
  const { description, can } = category;
  if (description === null && !can.edit) return null;
  return (
    <div className="flex items-center gap-2">
      <p className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line text-muted">
        {description ?? 'No description yet.'}
      </p>
      {can.edit && (
        <CategoryMenu
          trigger={<OptionsButton noun="Category" name={category.name} />}
          category={category}
          onDeleted={onDeleted}
        />
      )}
    </div>
  );
}

const CategoriesLoading = () => (
  <Loading label="Loading the categories" className="flex gap-2 overflow-hidden py-1">
    <Skeleton isRound className="h-9 w-32 shrink-0 pointer-coarse:h-11" />
    <Skeleton isRound className="h-9 w-24 shrink-0 pointer-coarse:h-11" />
    <Skeleton isRound className="h-9 w-28 shrink-0 pointer-coarse:h-11" />
  </Loading>
);
