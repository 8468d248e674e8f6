import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Picture, pictureNames } from '../../ui/picture.tsx';

export function PicturesSection() {
  return (
    <section className="flex flex-col gap-6">
      <h2 className="text-xl">Pictures</h2>
      <Card>
        <EmptyState
          headingLevel="h3"
          title="No books yet"
          text="Check back soon for curated book recommendations."
          picture="books"
          action={<Button>Recommend a Book</Button>}
        />
      </Card>
      <ul className="grid grid-cols-2 gap-4 md:grid-cols-3">
        {pictureNames.map((name) => (
          <li key={name} className="text-xs text-muted">
            <Picture name={name} className="w-full" />
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
