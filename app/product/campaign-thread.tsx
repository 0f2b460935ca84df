import { Icon } from "#app/ui/icon.tsx";
import { Jack } from "#app/ui/jack.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { productExamples } from "#content/shared/product-examples.ts";

import { ProductFigure } from "./product-figure.tsx";

const { title, messages, repliesBy, outcome } = productExamples.campaign;

/** One prospect, from the first message to the appointment, along one cord. */
export function CampaignThread({ isShort = false }: { isShort?: boolean }) {
  return (
    <ProductFigure title={title}>
      <Stack
        as="ol"
        gap={isShort ? 12 : 20}
        paddingTop={4}
        paddingInline={20}
        paddingBottom={20}
        className="text-small leading-snug thread-line"
      >
        {messages.map(({ by, name, at, text, state, ...message }) => (
          <Row as="li" gap={12} position="relative" key={name}>
            <Jack state="connected" />
            <Stack gap={8} isGrowing minWidth={0}>
              <Row columnGap={8} align="center" isWrapping>
                <Icon name={by} />
                <b>{name}</b>
                <span className="caption tabular">{at}</span>
              </Row>
              {!isShort && (
                <>
                  <Box as="p" paddingBlock={8} paddingInline={12} radius="lg" background="canvas" className="pretty">
                    {"subject" in message && <b className="block">{message.subject}</b>}
                    {text}
                  </Box>
                  {"reply" in message && (
                    <>
                      <Box
                        as="p"
                        justifySelf="end"
                        paddingBlock={8}
                        paddingInline={12}
                        radius="lg"
                        background="line-100"
                        className="color-line-800"
                      >
                        <span className="caption block">
                          {repliesBy.client}, {message.reply.at}
                        </span>
                        {message.reply.text}
                      </Box>
                      <Box as="p" paddingBlock={8} paddingInline={12} radius="lg" background="canvas">
                        <span className="caption block">{repliesBy.assistant}</span>
                        {message.answer}
                      </Box>
                    </>
                  )}
                </>
              )}
              <span className="quiet">{state}</span>
            </Stack>
          </Row>
        ))}
        <Row as="li" gap={12} position="relative">
          <Jack state="live" />
          <p>
            <b className="block">{outcome.name}</b>
            {outcome.text}
          </p>
        </Row>
      </Stack>
    </ProductFigure>
  );
}
