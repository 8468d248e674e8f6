import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import ItemDialog from './item-dialog.tsx';
import { useDeleteItem } from './library.api.ts';
import { capitalizedNoun, type LibraryItem, type Shelf } from './shelves.ts';

type ItemMenuProps = LazyMenuProps & { shelf: Shelf; item: LibraryItem; viewerId: string };

export default function ItemMenu({ shelf, item, viewerId, ...menu }: ItemMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      noun={capitalizedNoun(shelf)}
      can={item.can}
      renderEditor={(dialog) => <ItemDialog {...dialog} shelf={shelf} item={item} memberId={viewerId} />}
      deletion={useDeleteItem(shelf, item.id)}
      deletionEffect="It disappears for everyone."
    />
  );
}
