import type { MailBrand } from './mail-brand.ts';
import type { Scheme } from './mail-layout.ts';
import type { Mail, RenderedMail } from './mail.ts';

/** Loaded with the first mail, because most processes send no mail for hours. */
const loadLayout = () => import('./mail-layout.ts');

const pictureId = 'picture@community';

/** Creates the function that renders mails for sending. */
export const mailRenderer =
  (getBrand: () => Promise<MailBrand>) =>
  async (mail: Mail): Promise<RenderedMail> => {
    const [brand, { renderMail, renderText }] = await Promise.all([getBrand(), loadLayout()]);
    const { picture } = brand;
    return {
      text: renderText(mail, brand),
      html: renderMail(mail, brand, { pictureUrl: picture && `cid:${pictureId}` }),
      ...(picture && {
        attachments: [
          {
            filename: `${picture.kind}.png`,
            cid: pictureId,
            content: picture.png,
            contentType: 'image/png',
            contentDisposition: 'inline',
          },
        ],
      }),
    };
  };

/** Renders a mail for the preview, with the picture inside the HTML. */
export async function renderPreview(
  mail: Mail,
  brand: MailBrand,
  scheme: Scheme,
): Promise<{ text: string; html: string }> {
  const { renderMail, renderText } = await loadLayout();
  const pictureUrl = brand.picture && `data:image/png;base64,${brand.picture.png.toString('base64')}`;
  return { text: renderText(mail, brand), html: renderMail(mail, brand, { pictureUrl, scheme }) };
}
