// A counter that starts again behind 9: the property holds.
module top(input clk, input rst, input en, output reg [3:0] c);
  initial c = 0;
  always @(posedge clk) if (rst) c <= 0; else if (en) c <= (c == 9) ? 0 : c + 1;
  always @(*) assert (c < 10);
endmodule
