import { Card, Page } from '../design/page.tsx';
import { PreviewForm } from './preview-site.tsx';

/** The whole site with its drafts, as a visitor or a subscriber sees it at any instant. */
export default function PreviewScreen() {
  return (
    <Page
      title="Preview the site"
      intro="The whole site with drafts and with what is scheduled, before viewers see it. Nothing can be subscribed or charged there."
    >
      <div className="max-w-[34rem]">
        <Card>
          <PreviewForm />
        </Card>
      </div>
    </Page>
  );
}
