import type { Metadata } from 'next';
import { FlowPage } from '../flow/flow-page.tsx';

export async function generateMetadata({ params }: PageProps<'/desk/records/[id]/release'>): Promise<Metadata> {
  return { title: `Release record #${(await params).id}` };
}

export default async function ReleasePage({ params }: PageProps<'/desk/records/[id]/release'>) {
  return <FlowPage id={(await params).id} kind="release" />;
}
