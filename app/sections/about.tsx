import { Box, Stack } from "#app/ui/layout.tsx";
import france from "#app/assets/france.svg";
import type { HomeCopy } from "#content/home.ts";

export function About({ title, mission, values, mapDescription }: HomeCopy["about"]) {
  return (
    <Stack as="section" tablet={{ columns: "3fr 2fr" }} lg={{ columns: 2 }} id="apropos">
      <Box paddingBlock={24} paddingInline="cell" tablet={{ paddingBlock: "section" }}>
        <h2>
          {typeof title === "string" ? (
            title
          ) : (
            <>
              {title.before} {title.figure}
              <span className="percent">%</span> {title.after}
            </>
          )}
        </h2>
        <Box
          as="p"
          maxWidth="52ch"
          marginTop={12}
          marginBottom={16}
          tablet={{ marginTop: 24, marginBottom: 40 }}
          className="lead leading-snug"
        >
          {mission}
        </Box>
        <dl>
          {values.map(({ name, meaning }) => (
            <Stack
              key={name}
              columns="5rem 1fr"
              columnGap={16}
              paddingBlock={8}
              rule="top"
              lg={{ columns: "9rem 1fr", columnGap: 24, paddingBlock: 16 }}
              className="leading-snug"
            >
              <dt className="strong">{name}</dt>
              <dd className="quiet">{meaning}</dd>
            </Stack>
          ))}
        </dl>
      </Box>
      <Stack
        as="figure"
        align="center"
        justify="center"
        paddingInline="cell"
        paddingTop={20}
        paddingBottom={40}
        tablet={{ rule: "left" }}
        lg={{ paddingBlock: "section" }}
        className="hidden-until-tablet"
      >
        <img className="about-map" src={france} width="572" height="568" loading="lazy" alt={mapDescription} />
      </Stack>
    </Stack>
  );
}
