import { testPlans } from '../../../test/plans.ts';

testPlans({
  // Every second post has a picture whose id is the id of the post.
  fill: `
    INSERT INTO media_files (id, kind, width, height, attached_at) SELECT id, 'image', 10, 10, now() FROM posts;
    UPDATE posts SET images = jsonb_build_array(jsonb_build_object(
        'url', '/media/' || id || '-full.webp', 'alt', 'A lake', 'isBlurred', false, 'width', 10, 'height', 10))
      WHERE right(id::text, 1) IN ('0', '2', '4', '6', '8', 'a', 'c', 'e')`,
  async prepare({ server }, client) {
    const { rows } = await client.query<{ id: string }>("SELECT id FROM posts WHERE images <> '[]' LIMIT 1");
    return () => server.inject({ url: `/media/${rows[0]!.id}-card.webp` });
  },
  isRecorded: (name) => name !== '',
  names: ['media_file'],
});
