import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { productExamples } from "#content/shared/product-examples.ts";

import { ProductFigure } from "./product-figure.tsx";

const { title, sender, messages } = productExamples.sms;

/** What the owner finds on his telephone, in the morning. */
export function SmsPhone() {
  return (
    <ProductFigure title={title} className="sms-phone">
      <Row gap={12} align="center" paddingBlock={12} paddingInline={20} rule="block" className="text-small">
        <span className="disc">
          <Icon name="message" />
        </span>
        <b>{sender}</b>
      </Row>
      <Stack as="ol" gap={16} paddingBlock={16} paddingInline={20} className="text-small leading-snug">
        {messages.map(({ at, text }) => (
          <li key={at}>
            <span className="caption block tabular">{at}</span>
            <Box
              as="p"
              marginTop={4}
              paddingBlock={12}
              paddingInline={16}
              radius="lg"
              background="line-100"
              className="pretty"
            >
              {text}
            </Box>
          </li>
        ))}
      </Stack>
    </ProductFigure>
  );
}
