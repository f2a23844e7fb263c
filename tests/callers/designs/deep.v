// A counter that stops at 200, far beyond the depth of a bounded search; 12 is reached.
module top(input clk, input en, output reg [7:0] c);
  initial c = 0;
  always @(posedge clk) if (en && c != 200) c <= c + 1;
  always @(*) assert (c < 201);
  always @(*) cover (c == 12);
endmodule
