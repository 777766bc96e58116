export default function Home() {
  return <main>Latchkey</main>;
}
