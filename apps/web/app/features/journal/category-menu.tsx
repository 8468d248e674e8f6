import type { JournalCategory } from '@commons/contract/journal';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import CategoryDialog from './category-dialog.tsx';
import { useDeleteCategory } from './journal.api.ts';

type CategoryMenuProps = LazyMenuProps & { category: JournalCategory; onDeleted: () => void };

export default function CategoryMenu({ category, onDeleted, ...menu }: CategoryMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      noun="Category"
      can={category.can}
      renderEditor={(dialog) => <CategoryDialog {...dialog} category={category} />}
      deletion={useDeleteCategory(category.id, onDeleted)}
      deletionEffect="Its prompts move to the first category."
    />
  );
}
