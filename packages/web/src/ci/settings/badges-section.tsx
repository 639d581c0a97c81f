import type { BadgesData } from '@tributary/contract/ci/variables.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Section } from '../../ui/section.tsx';

/** Badges with the text that puts them into a README or another site. */
export function BadgesSection({ data: { ref, badges } }: { data: BadgesData }) {
  return (
    <Section
      title="Badges"
      text={
        <>
          Images of the state of <code>{ref}</code> for a README or another site. Replace the branch in the address to
          show another one.
        </>
      }
      className="border-t"
    >
      <ul className="flex flex-col gap-5">
        {badges.map(({ name, image, link }) => (
          <li key={name} className="flex flex-col gap-2">
            <h3 className="flex items-center gap-3 font-semibold">
              {name}
              <img src={new URL(image).pathname} alt={`Badge: ${name.toLowerCase()}`} className="h-5" />
            </h3>
            <CodeBlock label={`${name} in Markdown`} text={`[![${name}](${image})](${link})`} />
            <CodeBlock label={`${name} in HTML`} text={`<a href="${link}"><img alt="${name}" src="${image}"></a>`} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
